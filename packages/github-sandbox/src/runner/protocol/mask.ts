// Masks secrets in logs. Used by run/job-frame for log lines and by run/command-files for summaries.

/** Shorter values are not masked, because logs would become unreadable. */
const SHORTEST = 3;

/** All forms in which a secret may be printed: itself, its lines, and common encodings. */
export function spellingsOf(secret: string): string[] {
  const lines = secret.split(/\r?\n/).map((line) => line.trim());
  const encoded = [JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), ...base64Cores(secret)];
  return [...new Set([secret, secret.trim(), ...lines, ...encoded])].filter((spelling) => spelling.length >= SHORTEST);
}

/** Replaces masked values by `***`, longest first. */
export function mask(text: string, spellings: Iterable<string>): string {
  const byLength = [...spellings].sort((a, b) => b.length - a.length);
  return byLength.reduce((masked, spelling) => masked.replaceAll(spelling, '***'), text);
}

/** Base64 of the secret at each offset in a longer text, without characters that depend on its neighbors. */
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
