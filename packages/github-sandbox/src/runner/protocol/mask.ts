/** Shorter ones would make every log unreadable, and hide nothing. */
const SHORTEST = 3;

/** Every spelling in which a secret may come out of a step: as it is, by line, and in the usual encodings. */
export function spellingsOf(secret: string): string[] {
  const lines = secret.split(/\r?\n/).map((line) => line.trim());
  const encoded = [JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), ...base64Cores(secret)];
  return [...new Set([secret, secret.trim(), ...lines, ...encoded])].filter((spelling) => spelling.length >= SHORTEST);
}

/** Replaces every masked spelling by `***`; the longest first, so that a part does not uncover the rest. */
export function mask(text: string, spellings: Iterable<string>): string {
  const byLength = [...spellings].sort((a, b) => b.length - a.length);
  return byLength.reduce((masked, spelling) => masked.replaceAll(spelling, '***'), text);
}

/** Base64 of the secret at each offset it can have within a longer text, without the characters its neighbours share. */
function base64Cores(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret);
  if (bytes.length < 8) return [];
  return [0, 1, 2].map((shift) => {
    const padded = String.fromCharCode(...new Uint8Array(shift), ...bytes);
    const skipped = shift === 0 ? 0 : shift + 1;
    const whole = Math.floor((padded.length * 8) / 6);
    return btoa(padded).slice(skipped, whole);
  });
}
