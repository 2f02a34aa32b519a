/** GitHub takes 65,535 bytes; the rest is for what the last gate may write into it. */
const MOST = 60_000;

/** Sections of Markdown as one text, each whole or not at all; that something was left out is said. */
export function fitting(sections: readonly string[], cut: string): string {
  const notice = `_${cut}_`;
  let room = MOST - Buffer.byteLength(notice);
  const kept = sections.filter((section) => {
    const size = Buffer.byteLength(section) + 2;
    if (section === '' || size > room) return false;
    room -= size;
    return true;
  });
  const isWhole = kept.length === sections.filter((section) => section !== '').length;
  return `${[...kept, ...(isWhole ? [] : [notice])].join('\n\n')}\n`;
}
