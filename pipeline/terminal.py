"""Text of strangers on a terminal."""


def visible(text: str) -> str:
    """The text without control characters: names in logs are strangers' text and must not drive a terminal."""
    return "".join(character if character.isprintable() else "�" for character in text)
