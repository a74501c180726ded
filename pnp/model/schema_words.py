"""What each key of a game's files means, in the words that an editor shows beside it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

ABOUT: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "GameFile": {
            "title": "What the game is called; stands on sheets, backs and in the PDF.",
            "subtitle": "A line below the title.",
            "author": "Who made it.",
            "language": "The language of its words, such as en or de-CH.",
            "notice": (
                "A legal notice: on print-me-first.pdf, and wherever a template or text says {{"
                " game.notice }}."
            ),
            "age": "From which age it is played, such as 12+.",
            "elsewhere": "What players take from elsewhere, such as two dice.",
            "players": "How many can play.",
            "facts": (
                "The numbers of the rules, each said once: a value, or {expr: an expression over"
                " facts and players}."
            ),
            "sources": "Where the rules are written, by a short name that promises refer to.",
            "palette": "Colours by name. accent, tint, line and spark colour the finished faces.",
            "terms": (
                "Meanings, such as suits or player colours: each value with its label, letter,"
                " colour, pattern and icon."
            ),
            "fonts": "Font families by name: a file below fonts/ for each cut.",
            "styles": "Looks of text by name; what is not said comes from base:.",
            "limits": "Figures that this game sets for itself.",
            "components": "What is printed, by name.",
        },
        "Players": {
            "min": "The fewest players.",
            "max": "The most players.",
            "colours": "The players' colours, names of a term.",
        },
        "TermFile": {
            "label": "What people read; the name with a capital where nothing is said.",
            "letter": "A letter that says the same without colour; four characters at most.",
            "color": "A name of the palette, #rrggbb or a basic colour such as navy.",
            "pattern": "A pattern that says the same in grey, such as dots or stripes.",
            "icon": "The name of an icon.",
            "text": "What it means.",
        },
        "StyleFile": {
            "base": "The style that it refines (body).",
            "font": "The name of a font family.",
            "weight": "regular or bold.",
            "slope": "upright or italic.",
            "size": "The size wished for, such as 12pt. Type is set in quarter points.",
            "min": (
                "The least size that a long text may shrink to; between two quarter points, the"
                " larger one."
            ),
            "leading": "The height of a line as a multiple of the size.",
            "tracking": "Space between letters as a share of the size.",
            "color": "A name of the palette, #rrggbb or a basic colour such as navy.",
            "align": "left, center, right or justify.",
            "valign": "top, middle or bottom.",
            "lines": "The most lines.",
            "case": "as-is, upper or lower.",
        },
        "FontFile": {
            "regular": "The upright file, below fonts/.",
            "bold": "The bold file.",
            "italic": "The italic file.",
            "bold-italic": "The bold italic file.",
            "fallback": "Families to look in for characters that this one lacks.",
        },
        "Limits": {
            "text_floor": "The size below which a text is warned about, from 5pt.",
            "cards": "The most different cards of the game.",
            "copies": "The most physical cards of the game.",
        },
        "DeckFile": {
            "kind": "What is printed: a deck of cards.",
            "title": "What people call it; the component's name where nothing is said.",
            "when": (
                "An expression over facts and players; without it the component is always printed."
            ),
            "was": "The component's name before a renaming; kept for later, not read yet.",
            "cards": "The file of its cards (cards/NAME.yaml or .csv), or the cards themselves.",
            "key": "The field that names an entry for good (id).",
            "template": "A template that brings front, back and fields, such as base/classic.",
            "front": "The template of the fronts, in place of template:.",
            "back": "The template of the backs; none for what has no back.",
            "backs": "same: all backs look alike; each: every card has its own.",
            "fields": (
                "The fields of each entry. Those of a template: are there without being declared."
            ),
            "size": "The trim size: a name such as poker, or WIDTHxHEIGHT in millimetres.",
            "bleed": "How far ink runs beyond the trim (3mm).",
            "safe": "How far texts keep from the trim (3mm).",
            "shuffled": (
                "Whether the cards are shuffled, so that their backs must not tell them apart."
            ),
        },
        "NotesFile": {
            "kind": "What is printed: notes of money.",
            "title": "What people call it; the component's name where nothing is said.",
            "when": (
                "An expression over facts and players; without it the component is always printed."
            ),
            "was": "The component's name before a renaming; kept for later, not read yet.",
            "notes": "The file of its notes (.yaml or .csv), or the notes themselves.",
            "key": "The field that names an entry for good (id).",
            "template": "A template that brings front, back and fields, such as base/classic.",
            "front": "The template of the fronts, in place of template:.",
            "back": "The template of the backs; none for what has no back.",
            "backs": "same: all backs look alike; each: every card has its own.",
            "fields": (
                "The fields of each entry. Those of a template: are there without being declared."
            ),
            "size": "The trim size: WIDTHxHEIGHT in millimetres (100x50).",
            "bleed": "How far ink runs beyond the trim (3mm).",
            "safe": "How far texts keep from the trim (3mm).",
        },
        "TokensFile": {
            "kind": "What is printed: tokens, chits, standees and dice.",
            "title": "What people call it; the component's name where nothing is said.",
            "when": (
                "An expression over facts and players; without it the component is always printed."
            ),
            "was": "The component's name before a renaming; kept for later, not read yet.",
            "tokens": "The file of its tokens (.yaml or .csv), or the tokens themselves.",
            "key": "The field that names an entry for good (id).",
            "template": "A template that brings front, back and fields, such as base/classic.",
            "front": "The template of the fronts, in place of template:.",
            "back": "The template of the backs; none for what has no back.",
            "backs": "same: all backs look alike; each: every card has its own.",
            "fields": (
                "The fields of each entry. Those of a template: are there without being declared."
            ),
            "seat": (
                "The field that says which of players.colours a token belongs to, where for_each"
                " does not."
            ),
            "shape": "The shape where a token names none (square).",
            "size": "The size where a token names none, such as 12mm or 12x20mm (12mm).",
            "sides": "one, two or fold, where a token says nothing.",
            "bleed": "How far ink runs beyond the cut (1mm).",
            "safe": "How far texts keep from the cut (0.5mm).",
            "nest": "Whether round and six-sided tokens nest for a cutting machine.",
        },
        "BoardFile": {
            "kind": "What is printed: a board, or a mat that only shows where things lie.",
            "title": "What people call it; the component's name where nothing is said.",
            "when": (
                "An expression over facts and players; without it the component is always printed."
            ),
            "was": "The component's name before a renaming; kept for later, not read yet.",
            "data": (
                "The file of its spaces, tracks and areas (boards/NAME.yaml), or they themselves."
            ),
            "size": "The trim size: WIDTHxHEIGHT in millimetres, A1 at most.",
            "bleed": "How far ink runs beyond the trim (3mm).",
            "safe": "How far texts keep from the trim (3mm).",
            "front": "The template that draws it.",
            "fields": "The fields of each space and area.",
            "copies": (
                "How many of it are printed (1); a number, or an expression such as facts.boards."
            ),
            "per_player": (
                "How many each player needs, in place of copies; --players prints only those."
            ),
        },
        "BoxFile": {
            "kind": "What is printed: a tuck box.",
            "title": "What people call it; the component's name where nothing is said.",
            "when": (
                "An expression over facts and players; without it the component is always printed."
            ),
            "was": "The component's name before a renaming; kept for later, not read yet.",
            "holds": "The decks that lie in it: a name or a list of names, of components above.",
            "front": "The template that draws its panels, one after the other.",
            "stock": "How thick a card is (0.3mm).",
            "sleeve": "How much a sleeve adds to a card (0mm).",
            "clearance": "How much room the cards have (0.7mm).",
            "board": "How thick the box's own card is (0.4mm).",
            "bleed": "How far ink runs beyond the trim (3mm).",
            "safe": "How far texts keep from the trim (2mm).",
        },
        "ReferenceFile": {
            "kind": "What is printed: a player aid whose text flows.",
            "title": "What people call it; the component's name where nothing is said.",
            "when": (
                "An expression over facts and players; without it the component is always printed."
            ),
            "was": "The component's name before a renaming; kept for later, not read yet.",
            "text": "The file of its text (reference.md).",
            "size": "The trim size: a name such as poker or a5, or WIDTHxHEIGHT in millimetres.",
            "bleed": "How far ink runs beyond the trim (3mm).",
            "safe": "How far texts keep from the trim (3.5mm).",
            "columns": "How many columns (1).",
            "copies": (
                "How many are printed, in place of one a player; a number, or an expression such as"
                " facts.aids."
            ),
            "per_player": "How many each player needs (1); --players prints only those.",
            "ground": "The template drawn behind the text of each side, instead of the band.",
        },
        "RulebookFile": {
            "kind": "What is printed: the rules, as pages or a booklet.",
            "title": "What people call it; the component's name where nothing is said.",
            "when": (
                "An expression over facts and players; without it the component is always printed."
            ),
            "was": "The component's name before a renaming; kept for later, not read yet.",
            "text": "The file of its text (rulebook.md).",
            "page": "The page: a name of paper such as a6, a4 or letter, or WxH in mm (a5).",
            "columns": "How many columns (1).",
            "hyphenate": "Whether words are parted at the ends of lines.",
            "cover": "The template of the cover.",
            "figures": "The file of its set-up figures.",
            "stock": "How thick a sheet of its paper is, for creep (0.1mm).",
        },
        "PromiseFile": {
            "id": "What the promise is called in reports, such as A1.",
            "says": "The promise in a sentence.",
            "kind": "How it is checked; pnp explain KIND tells more.",
            "basis": (
                "stated or derived from the rules (a breach is an error); public or ours (a"
                " warning)."
            ),
            "where": "The source and its section, such as rules/Setup.",
            "severity": "error or warning, in place of what the basis says.",
        },
        "TemplateFile": {
            "about": "What the template shows, in a line.",
            "back": (
                "The template of the back that it brings: NAME-back.xml where nothing is said. A"
                " deck that wants none says back: none."
            ),
            "fields": "The fields that it reads.",
        },
    }
)

BOOK: Mapping[str, str] = MappingProxyType(
    {
        "contents": "Above the table of contents: Contents.",
        "figure": "Before the number of a figure: Figure.",
        "note": "On a call-out: Note.",
        "example": "On a call-out: Example.",
        "variant": "On a call-out: Variant.",
        "page": "Where a link gives its page: page.",
        "players": "On the cover, with their number: {players} players.",
        "player": "On the cover of a game for one: {players} player.",
        "age": "On the cover, with the age: age {age}.",
        "game": "In the credits, before the author: Game.",
        "icons": "In the credits, before those who drew the icons: Icons.",
        "type": "In the credits, before the fonts: Type.",
        "skip": "At the head of an HTML file: Skip to the text.",
    }
)
"""The words of `book:` in words.yaml: where pages bring each along, and what it is where nothing
is said.
"""
