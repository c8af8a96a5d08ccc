"""Mail by SMTP: a letter of an appeal is announced to the one address that the matter names, and to nobody else."""

from __future__ import annotations

import smtplib
import ssl
from email.message import EmailMessage

from foam.appeal.submit import Letter
from foam.settings import MailServer


def write_mail(server: MailServer, address: str, letter: Letter, *, number: str, office: str) -> EmailMessage:
    """A mail that says there is a letter, and where; what is in it goes along only where the office has it so."""
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = server.sender, address, f"A letter about your case {number}"
    lines = [f"There is a new letter for you about your case {number}."]
    lines += ["It comes with this mail."] if server.attach else ["This mail does not say what is in it."]
    lines += [f"You can read it here: {server.pages}"] if server.pages else []
    lines += [f"Was this mail not meant for you? Please tell us: {office}"] if office else []
    mail.set_content("\n\n".join(lines))
    if server.attach:
        mail.add_attachment(
            letter.write_bytes("letter.pdf"), maintype="application", subtype="pdf", filename="letter.pdf"
        )
    return mail


def send_mail(server: MailServer, mail: EmailMessage) -> str:
    """Why the server did not take a mail; empty where it did. What the server said is not told: it may name people."""
    try:
        with _connect(server) as smtp:
            if server.encryption == "starttls":
                smtp.starttls(context=ssl.create_default_context())
            if server.user:
                smtp.login(server.user, server.password.get_secret_value())
            smtp.send_message(mail)
    except smtplib.SMTPRecipientsRefused:
        return "the mail server refused the address"
    except smtplib.SMTPAuthenticationError:
        return "the mail server refused the login"
    except smtplib.SMTPException:
        return "the mail server refused the mail"
    except OSError:
        return "the mail server could not be reached"
    return ""


def _connect(server: MailServer) -> smtplib.SMTP:
    if server.encryption == "tls":
        context = ssl.create_default_context()
        return smtplib.SMTP_SSL(server.host, server.port, timeout=server.timeout, context=context)
    return smtplib.SMTP(server.host, server.port, timeout=server.timeout)
