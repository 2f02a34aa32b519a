// What kind of file it is when it is no text, by how it begins.

interface Kind {
  readonly what: string;
  readonly begins: string;
  /** Where, when not at the start. */
  readonly at?: number;
}

const KINDS: readonly Kind[] = [
  { what: 'a PNG image', begins: '\x89PNG' },
  { what: 'a JPEG image', begins: '\xff\xd8\xff' },
  { what: 'a GIF image', begins: 'GIF8' },
  { what: 'a WebP image', begins: 'WEBP', at: 8 },
  { what: 'an icon', begins: '\0\0\x01\0' },
  { what: 'a PDF', begins: '%PDF-' },
  { what: 'a ZIP archive', begins: 'PK\x03\x04' },
  { what: 'a gzip archive', begins: '\x1f\x8b' },
  { what: 'an ELF program', begins: '\x7fELF' },
  { what: 'WebAssembly', begins: '\0asm' },
  { what: 'a SQLite database', begins: 'SQLite format 3\0' },
  { what: 'UTF-16 text (iconv makes it readable)', begins: '\xff\xfe' },
  { what: 'UTF-16 text (iconv makes it readable)', begins: '\xfe\xff' },
];

/** What a file is, when it is no text; null when it is. */
export function kindOfBytes(head: Uint8Array): string | null {
  const text = Buffer.from(head.subarray(0, 8_000)).toString('latin1');
  const known = KINDS.find(({ begins, at = 0 }) => text.startsWith(begins, at));
  return known?.what ?? (text.includes('\0') ? 'binary' : null);
}
