import { SaxesParser } from 'saxes';

/** An element of an XML file. */
export interface Element {
  /** Its name, preceded by the names of its parents. */
  readonly path: readonly string[];
  readonly attributes: Readonly<Record<string, string>>;
  /** Its direct text. */
  readonly text: string;
}

/** The elements of an XML file up to its first syntax error. */
export function elementsIn(xml: string | null): readonly Element[] {
  const found: Element[] = [];
  const open: { name: string; attributes: Readonly<Record<string, string>>; text: string }[] = [];
  let isBroken = false;
  const parser = new SaxesParser();
  parser.on('error', () => {
    isBroken = true;
  });
  parser.on('opentag', ({ name, attributes }) => void open.push({ name, attributes: { ...attributes }, text: '' }));
  parser.on('text', (text) => {
    const last = open.at(-1);
    if (last) last.text += text;
  });
  parser.on('closetag', () => {
    const path = open.map(({ name }) => name);
    const last = open.pop();
    if (last && !isBroken) found.push({ path, attributes: last.attributes, text: last.text.trim() });
  });
  parser.write(xml ?? '').close();
  return found;
}
