"""Small PDF files written by hand, so that tests need no other program."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from pypdf import PdfReader, PdfWriter


def pdf(
    pages: Sequence[Sequence[str]],
    *,
    title: str = "",
    author: str = "",
    created: str = "",
    password: str | None = None,
) -> bytes:
    """A PDF with these lines on its pages; with `password`, encrypted by it."""
    writer = PdfWriter(clone_from=PdfReader(BytesIO(_plain(pages))))
    facts = {"/Title": title, "/Author": author, "/CreationDate": created}
    writer.add_metadata({key: value for key, value in facts.items() if value})
    if password is not None:
        writer.encrypt(user_password=password, owner_password="owner", algorithm="RC4-128")
    out = BytesIO()
    writer.write(out)
    return out.getvalue()


def _plain(pages: Sequence[Sequence[str]]) -> bytes:
    kids = " ".join(f"{4 + 2 * n} 0 R" for n in range(len(pages)))
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for n, lines in enumerate(pages):
        shown = "".join(f"({line}) Tj T* " for line in lines)
        stream = f"BT /F1 11 Tf 14 TL 72 700 Td {shown}ET"
        objects += [
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> "
            f"/Contents {5 + 2 * n} 0 R >>",
            f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream",
        ]
    return _file(objects)


def _file(objects: Sequence[str]) -> bytes:
    out = b"%PDF-1.4\n"
    places = []
    for number, content in enumerate(objects, start=1):
        places.append(len(out))
        out += f"{number} 0 obj\n{content}\nendobj\n".encode()
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    size = len(objects) + 1
    trailer = f"xref\n0 {size}\n0000000000 65535 f \n{table}trailer\n<< /Size {size} /Root 1 0 R >>\n"
    return out + trailer.encode() + f"startxref\n{len(out)}\n%%EOF\n".encode()
