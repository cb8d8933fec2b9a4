// A link to send: copied, or handed to the share sheet where there is one.

const COPIED_FOR = 3000; // milliseconds to say so

const input = document.querySelector("[data-link]");
const copy = document.querySelector("[data-copy]");
const share = document.querySelector("[data-share]");
const say = (words) => (document.querySelector('[data-say="polite"]').textContent = words);

if (input) {
  copy.hidden = false;
  copy.addEventListener("click", async () => {
    const isCopied = await copyText();
    if (!isCopied) input.select();
    copy.textContent = isCopied ? "Copied" : "Press Ctrl+C";
    say(isCopied ? "Link copied" : "The link is selected. Press Ctrl+C to copy it.");
    setTimeout(() => (copy.textContent = "Copy"), COPIED_FOR);
  });
  input.addEventListener("focus", () => input.select());
  share.hidden = !navigator.share;
  share.addEventListener("click", () => {
    // Rejects when the person closes the sheet, which is no error.
    navigator.share({ title: "Tic-tac-toe", url: input.value }).catch(() => {});
  });
}

async function copyText() {
  try {
    await navigator.clipboard.writeText(input.value);
    return true;
  } catch {
    // Refused, or on plain http, where there is no such clipboard.
    input.select();
    return document.execCommand("copy");
  }
}
