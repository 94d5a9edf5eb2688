#!/usr/bin/env python3
"""Makes a home with a large collection, for measuring.

    make_collection.py FILMZ HOME [FILMS]

The film cache gets invented facts straight into its file; the collection is made by filmz itself, from a script of
`add`, `rate`, `watched` and `note` lines. With the same number of films the same home comes out.
"""
import json
import os
import random
import sqlite3
import subprocess
import sys
import time

GENRES = "Action Adventure Animation Comedy Crime Drama Family Horror Mystery Romance Sci-Fi Thriller War".split()
SYLLABLES = "ka ro sa wa mi fu ne to shi ra lu mer be gan tar kov ski ar go des wel les hi co pas so li ni vis con ti".split()


def word(dice):
    return "".join(dice.choices(SYLLABLES, k=dice.randint(2, 4)))


def title(dice):
    return " ".join(word(dice).capitalize() for _ in range(dice.randint(1, 4)))


def person(dice):
    return f"{word(dice).capitalize()} {word(dice).capitalize()}"


def film(number, dice, people):
    directors = dice.sample(people, 1)
    if number % 1000 == 0:
        directors = ["Akira Kurosawa"]
    return {
        "id": f"tt{1000000 + number}", "title": title(dice), "year": dice.randint(1920, 2024), "type": "movie",
        "rated": "PG-13", "runtimeMinutes": dice.randint(70, 190), "genres": dice.sample(GENRES, dice.randint(1, 3)),
        "directors": directors, "writers": dice.sample(people, 2), "actors": dice.sample(people, 4),
        "plot": " ".join(word(dice) for _ in range(80)) + ".", "languages": ["English"], "countries": ["United States"],
        "ratings": [{"source": "Metacritic", "value": "71/100"}], "imdbRating": dice.randint(30, 95),
        "imdbVotes": dice.randint(100, 2000000), "origin": "omdb", "isComplete": True,
    }


COLUMNS = """id layer source level title year type imdbRating imdbVotes runtimeMinutes genres titleKey names people
directors actors fetchedAt storedAt usedOn version facts""".split()


def row(facts, now):
    people = [*facts["directors"], *facts["writers"], *facts["actors"]]
    # Dates are seconds since 2001 in the facts, since 1970 in the columns.
    facts = facts | {"fetchedAt": now - 978307200}
    return (
        facts["id"], 1, "omdb", 3, facts["title"], facts["year"], facts["type"], facts["imdbRating"],
        facts["imdbVotes"], facts["runtimeMinutes"], ", ".join(facts["genres"]), facts["title"].lower(),
        facts["title"].lower(), "\n".join(people).lower(), "\n".join(facts["directors"]), "\n".join(facts["actors"]),
        now, now, int(now // 86400), 1, json.dumps(facts),
    )


def lines(films, dice):
    for facts in films:
        options = ""
        if dice.random() < 0.5:
            options += f" --watched --on {dice.randint(2010, 2023)}-{dice.randint(1, 12):02}-{dice.randint(1, 28):02}"
        if dice.random() < 0.6:
            options += f" --rating {dice.randint(2, 20) / 2:g}"
        if dice.random() < 0.1:
            options += ' --note "seen with friends, would see it again"'
        yield f"add {facts['id']}{options}\n"


def main():
    filmz, home = sys.argv[1:3]
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 100_000
    dice = random.Random(1)
    people = [person(dice) for _ in range(20_000)]
    films = [film(number, dice, people) for number in range(count)]
    call = [filmz, "--home", home, "--offline"]
    os.makedirs(home, exist_ok=True)
    started = time.time()
    script = "".join(lines(films, dice))
    subprocess.run(call, input=script, text=True, check=True, stdout=subprocess.DEVNULL)
    print(f"{count} films added in {time.time() - started:.1f} s")
    # Behind the collection, because the cache keeps no more than 20,000 films beside it.
    with sqlite3.connect(f"{home}/cache/films.sqlite") as cache:
        now = time.time()
        places = ", ".join("?" * len(COLUMNS))
        cache.executemany(
            f"INSERT OR REPLACE INTO film ({', '.join(COLUMNS)}) VALUES ({places})",
            (row(facts, now) for facts in films))


if __name__ == "__main__":
    main()
