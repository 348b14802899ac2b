"""The bundle verifier's own Ed25519 agrees with the library, and accepts no second signature."""

from __future__ import annotations

import stat

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from hypothesis import given, settings
from hypothesis import strategies as st

from governance.audit import keys
from governance.audit.verify_bundle import ORDER, P, signed_by

# RFC 8032 section 7.1: key, message and signature of its first three examples.
EXAMPLES = [
    ("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
     "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"),
    ("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
     "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"),
    ("fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
     "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"),
]  # fmt: skip


@pytest.mark.parametrize(("key", "message", "signature"), EXAMPLES)
def test_published_examples(key: str, message: str, signature: str) -> None:
    assert signed_by(bytes.fromhex(key), bytes.fromhex(message), bytes.fromhex(signature))


@given(seed=st.binary(min_size=32, max_size=32), message=st.binary(max_size=200), bit=st.integers(0, 511))
@settings(max_examples=25)
def test_what_the_library_signs_and_one_bit_less(seed: bytes, message: bytes, bit: int) -> None:
    private = Ed25519PrivateKey.from_private_bytes(seed)
    key = private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
    signature = private.sign(message)
    flipped = bytearray(signature)
    flipped[bit // 8] ^= 1 << bit % 8

    assert signed_by(key, message, signature)
    assert not signed_by(key, message, bytes(flipped))
    assert not signed_by(key, message + b".", signature)


def test_a_signature_has_one_form_only() -> None:
    key, message, signature = (bytes.fromhex(part) for part in EXAMPLES[1])
    s = int.from_bytes(signature[32:], "little") + ORDER

    assert not signed_by(key, message, signature[:32] + s.to_bytes(32, "little"))


@pytest.mark.parametrize("key", [b"", b"\xff" * 32, (P + 1).to_bytes(32, "little"), b"\x02" + b"\x00" * 31])
def test_what_is_no_key_signs_nothing(key: bytes) -> None:
    assert not signed_by(key, b"", bytes.fromhex(EXAMPLES[0][2]))


def test_the_private_half_is_its_owner_s_alone(settings: pytest.FixtureRequest, tmp_path) -> None:
    settings.COUNTERSIGN = settings.COUNTERSIGN.model_copy(update={"data_dir": tmp_path})  # type: ignore[attr-defined]
    signature = keys.sign(b"once")

    assert stat.S_IMODE((tmp_path / keys.PRIVATE).stat().st_mode) == 0o600
    assert (tmp_path / keys.PUBLIC).read_text().strip() == keys.public()
    assert [keys.signed_by(keys.public(), text, signature) for text in (b"once", b"twice")] == [True, False]
    assert sorted(path.name for path in tmp_path.iterdir()) == [keys.PRIVATE, keys.PUBLIC]


def test_a_broken_key_is_never_replaced(settings: pytest.FixtureRequest, tmp_path) -> None:
    settings.COUNTERSIGN = settings.COUNTERSIGN.model_copy(update={"data_dir": tmp_path})  # type: ignore[attr-defined]
    (tmp_path / keys.PRIVATE).write_text("nothing")

    with pytest.raises(keys.UnusableKey, match="Put the one back"):
        keys.public()
    assert (tmp_path / keys.PRIVATE).read_text() == "nothing"
