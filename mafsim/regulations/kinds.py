"""The kinds of value that a regulation has: words, names, counts and exact points."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Annotated, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    WithJsonSchema,
    model_validator,
)
from pydantic_core import PydanticCustomError

_CONTROL_CHARACTER = re.compile("[\x00-\x09\x0b-\x1f\x7f]")


def _without_control_characters(text: str) -> str:
    if _CONTROL_CHARACTER.search(text):
        raise PydanticCustomError("control_character", "control character")
    return text


def _exact(number: object) -> object:
    """Take a TOML integer for the decimal number that it is."""
    return Decimal(number) if type(number) is int else number


def _stripped(number: Decimal) -> Decimal:
    """Give 1.3 for 1.30 and 0 for -0, so that one number has one form."""
    return Decimal(f"{number.normalize():f}") + 0


Words = Annotated[
    str, Field(min_length=1, max_length=5_000), AfterValidator(_without_control_characters)
]
Slug = Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]*$", max_length=60)]
Name = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$", max_length=60)]
"""A short name for a column of a file, such as a penalty's reason."""
Id = Annotated[str, Field(pattern=r"^[A-Za-z][A-Za-z0-9_-]*$", max_length=60)]
Path = Annotated[str, Field(pattern=r"^[A-Za-z0-9_.-]+$", max_length=200)]
Lines = Annotated[str, Field(pattern=r"^\d+(-\d+)?(, \d+(-\d+)?)*$", max_length=60)]
Count = Annotated[int, Field(ge=1, le=10_000)]
Age = Annotated[int, Field(ge=0, le=150)]
Seconds = Annotated[int, Field(ge=0, le=3_600)]
Multiplier = Annotated[
    Decimal,
    BeforeValidator(_exact),
    Field(gt=0, le=1_000, decimal_places=3),
    AfterValidator(_stripped),
    WithJsonSchema(
        {"type": "number", "exclusiveMinimum": 0, "maximum": 1_000, "multipleOf": 0.001}
    ),
]
Points = Annotated[
    Decimal,
    BeforeValidator(_exact),
    Field(ge=-1_000, le=1_000, decimal_places=3),
    AfterValidator(_stripped),
    WithJsonSchema({"type": "number", "minimum": -1_000, "maximum": 1_000, "multipleOf": 0.001}),
]
"""Points of either sign, in whole thousandths."""
Amount = Annotated[
    Decimal,
    BeforeValidator(_exact),
    Field(ge=0, le=1_000, decimal_places=3),
    AfterValidator(_stripped),
    WithJsonSchema({"type": "number", "minimum": 0, "maximum": 1_000, "multipleOf": 0.001}),
]
"""Points that are given, or taken off, as the name of the value says; never below zero."""


class Model(BaseModel):
    """A frozen part of a regulation that knows no other keys than its own."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", strict=True, use_attribute_docstrings=True
    )


class Text(Model):
    """One thing said in English, in Russian or in both."""

    en: Words | None = None
    """In English."""
    ru: Words | None = None
    """In Russian."""

    @model_validator(mode="after")
    def _is_said(self) -> Self:
        if self.en is None and self.ru is None:
            raise PydanticCustomError("no_language", "no language")
        return self

    def in_language(self, lang: str) -> str:
        """Give the words in a language, or in the other one where they are said in that alone."""
        chosen = self.ru if lang == "ru" else self.en
        return chosen or self.en or self.ru or ""
