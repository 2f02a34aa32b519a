// Splits English and Japanese text into sentences. Pure.

/** A point inside a name, a number or a path is followed by more of it, so it does not end a sentence. */
const END = /(?<=[.!?…]["'”’)\]*_]*)\s+|(?<=[。！？．]["'”’」』）]*)|\n+/u;

/** The sentences in order. Lines and list items are sentences of their own. */
export function sentencesOf(text: string): readonly string[] {
  return text
    .split(END)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}
