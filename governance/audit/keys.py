"""The key that signs checkpoints and exports: Ed25519, made in the data folder at its first use.

The private half never leaves the data folder and is readable by its owner only. The public half, 64 hex
digits, is what an auditor keeps.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)
from django.conf import settings

from governance import canonical
from governance.errors import CountersignError

PRIVATE, PUBLIC = "record_key.pem", "record_key.pub"


class UnusableKey(CountersignError):
    code = "unusable-key"


def sign(message: bytes) -> str:
    """The signature of this installation, 128 hex digits."""
    return _private().sign(message).hex()


def public() -> str:
    """The public key of this installation, 64 hex digits; also kept beside the private one."""
    return _private().public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()


def signed(stated: dict[str, Any]) -> dict[str, Any]:
    """These statements with the public key and the signature over their canonical text."""
    stated = {**stated, "public_key": public()}
    return {**stated, "signature": sign(canonical.text(stated).encode())}


def is_sound(document: dict[str, Any]) -> bool:
    """Whether a signed document is still what the holder of its key signed."""
    stated = {name: value for name, value in document.items() if name != "signature"}
    try:
        message = canonical.text(stated).encode()
    except (TypeError, ValueError):
        return False
    return signed_by(document["public_key"], message, document["signature"])


def signed_by(key: str, message: bytes, signature: str) -> bool:
    """Whether the holder of this public key signed exactly these bytes."""
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(bytes.fromhex(signature), message)
    except (InvalidSignature, ValueError):
        return False
    return True


def _private() -> Ed25519PrivateKey:
    path = settings.COUNTERSIGN.data_dir / PRIVATE
    if not path.is_file():
        _make(path)
    try:
        key = load_pem_private_key(path.read_bytes(), password=None)
    except ValueError as error:
        raise UnusableKey(f"{path} is not a private key. Put the one back that was made there.") from error
    if not isinstance(key, Ed25519PrivateKey):
        raise UnusableKey(f"{path} is not an Ed25519 key. Put the one back that was made there.")
    return key


def _make(path: Path) -> None:
    key = Ed25519PrivateKey.generate()
    path.parent.mkdir(parents=True, exist_ok=True)
    _keep(path, key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    public_half = key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()
    if public() == public_half:
        path.with_name(PUBLIC).write_text(f"{public_half}\n")


def _keep(path: Path, content: bytes) -> None:
    # Temporary files are 0600; link, not rename: of several that start together the first one's stays.
    with NamedTemporaryFile("wb", dir=path.parent) as draft, contextlib.suppress(FileExistsError):
        draft.write(content)
        draft.flush()
        os.fsync(draft.fileno())
        os.link(draft.name, path)
