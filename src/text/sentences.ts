// Text in sentences, English and Japanese, as far as rules about sentences need it.

/** Not the ends of sentences: a point within a name, a number or a path is followed by more of it. */
const END = /(?<=[.!?…]["'”’)\]*_]*)\s+|(?<=[。！？．]["'”’」』）]*)|\n+/u;

/** The sentences of a text, lines and list items for themselves, in order. */
export function sentencesOf(text: string): readonly string[] {
  return text
    .split(END)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}
