"""A headless Chromium for tests: it opens files, looks, types and prints, and tells what it asked for."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PROGRAMS = ("chromium", "chromedriver", "pdftotext")
PHONE = (360, 740)
DESK = (1280, 900)


def missing() -> list[str]:
    """Give what these tests need and this machine has not; the chromedriver comes with Chromium."""
    return [program for program in PROGRAMS if shutil.which(program) is None]


class Browser:
    """One window."""

    def __init__(self, driver: Any) -> None:
        self.driver = driver
        self.asked: list[str] = []
        """The addresses that were asked for, the page's own among them."""

    def tell(self, command: str, **fields: Any) -> Any:
        return self.driver.execute_cdp_cmd(command, fields)

    def look(self, *, size: tuple[int, int] = DESK, dark: bool = False) -> None:
        """Be a screen of a size, that is light or dark."""
        wide, high = size
        self.tell(
            "Emulation.setDeviceMetricsOverride",
            width=wide,
            height=high,
            deviceScaleFactor=1,
            mobile=size == PHONE,
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.tell("Emulation.setEmulatedMedia", features=[scheme])

    def open(self, file: Path, part: str = "") -> None:
        self.driver.get("about:blank")
        self.said()
        self.driver.get(file.resolve().as_uri() + (f"#{part}" if part else ""))

    def turn(self, part: str) -> None:
        """Go to another part of the page that is open."""
        self.run("location.hash = arguments[0]; dispatchEvent(new Event('hashchange'))", part)

    def run(self, script: str, *arguments: Any) -> Any:
        return self.driver.execute_script(script, *arguments)

    def said(self) -> list[str]:
        """Give what the console has said since it was last asked."""
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                self.asked.append(message["params"]["request"]["url"])
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def printed(self, folder: Path) -> list[str]:
        """Print to a PDF, and give the text of each of its pages."""
        told = self.tell("Page.printToPDF", preferCSSPageSize=True)
        file = folder / "printed.pdf"
        file.write_bytes(base64.b64decode(told["data"]))
        text = subprocess.run(
            ["pdftotext", "-layout", file, "-"], check=True, capture_output=True, text=True
        ).stdout
        return text.split("\f")[:-1]


@contextmanager
def chromium(folder: Path) -> Iterator[Browser]:
    """Open a window with an empty profile of its own."""
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    for flag in (*FLAGS, f"--user-data-dir={folder}"):
        options.add_argument(flag)
    options.binary_location = str(shutil.which("chromium"))
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    service = Service(str(shutil.which("chromedriver")))
    driver = webdriver.Chrome(options=options, service=service)
    try:
        yield Browser(driver)
    finally:
        driver.quit()
