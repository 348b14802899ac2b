"""The colours a person chose are kept, and choosing them leads nowhere else."""

from __future__ import annotations

import pytest
from django.test import Client, RequestFactory

from governance.web.theme import theme


@pytest.mark.parametrize("chosen", ["light", "dark"])
def test_a_choice_is_kept_and_goes_back_to_its_page(client: Client, chosen: str) -> None:
    response = client.post("/theme/", {"theme": chosen, "next": "/goals/?page=2"})

    assert (response.status_code, response["Location"]) == (302, "/goals/?page=2")
    assert response.cookies["theme"].value == chosen


@pytest.mark.parametrize("chosen", ["system", "", "<script>"])
def test_anything_else_follows_the_system_again(client: Client, chosen: str) -> None:
    client.cookies["theme"] = "dark"

    assert client.post("/theme/", {"theme": chosen}).cookies["theme"].value == ""


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example/", "javascript:alert(1)"])
def test_it_never_leads_to_another_place(client: Client, elsewhere: str) -> None:
    assert client.post("/theme/", {"theme": "dark", "next": elsewhere})["Location"] == "/"


def test_reading_the_address_changes_nothing(client: Client) -> None:
    assert client.get("/theme/").status_code == 405


@pytest.mark.parametrize(("cookie", "shown"), [("dark", "dark"), ("light", "light"), ("pink", "")])
def test_pages_know_only_the_two_themes(cookie: str, shown: str) -> None:
    request = RequestFactory(headers={"cookie": f"theme={cookie}"}).get("/")

    assert theme(request) == {"theme": shown}
