// Where scripts run: makes a passkey on a device of the person's, and lets them in by one.

const decode = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (one) => one.charCodeAt(0));
const encode = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer)))
  .replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

async function fetchOptions(form, path) {
  const sent = new URLSearchParams(new FormData(form));
  sent.delete("response");
  const answer = await fetch(path, { method: "POST", body: sent, headers: { Accept: "application/json" } });
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.error);
  told.challenge = decode(told.challenge);
  for (const one of [...(told.excludeCredentials ?? []), ...(told.allowCredentials ?? [])]) one.id = decode(one.id);
  if (told.user) told.user.id = decode(told.user.id);
  return told;
}

function write(found) {
  const { response } = found;
  const said = { clientDataJSON: encode(response.clientDataJSON) };
  if (response.attestationObject) said.attestationObject = encode(response.attestationObject);
  if (response.authenticatorData) said.authenticatorData = encode(response.authenticatorData);
  if (response.signature) said.signature = encode(response.signature);
  if (response.userHandle) said.userHandle = encode(response.userHandle);
  return JSON.stringify({
    id: found.id, rawId: encode(found.rawId), type: found.type, response: said,
    clientExtensionResults: found.getClientExtensionResults(),
  });
}

function offer(form, ask) {
  if (!form || !window.PublicKeyCredential || location.origin !== form.dataset.origin) return;
  form.hidden = false;
  const elsewhere = document.getElementById("passkey-elsewhere");
  if (elsewhere) elsewhere.hidden = true;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const said = form.querySelector(".said");
    said.textContent = "";
    let found;
    try {
      found = await ask(form);
    } catch (error) {
      said.textContent = error instanceof DOMException ? form.dataset.failed : error.message || form.dataset.failed;
      return;
    }
    form.elements.response.value = write(found);
    if (form.elements.password) form.elements.password.disabled = true; // it has done its part
    form.submit();
  });
}

offer(document.getElementById("passkey-enter"), async (form) => navigator.credentials.get({
  publicKey: await fetchOptions(form, "/login/passkey/options"),
}));
offer(document.getElementById("passkey-make"), async (form) => navigator.credentials.create({
  publicKey: await fetchOptions(form, "/account/passkeys/options"),
}));
