import { ask } from '../finding.js';
import { show } from '../show.js';
import type { Known, Reading } from './known.js';

const PRINTS_LINES = /^(?:\d{1,9}|\$)(?:,(?:\d{1,9}|\$))?p$/;

/** sed can write files and run programs; only `sed -n N,Mp`, which prints lines, is allowed. */
function read(words: readonly string[]): Reading {
  const [quiet, script = '', ...files] = words;
  if (quiet !== '-n' || !PRINTS_LINES.test(script)) {
    const wrong = quiet === '-n' ? script : (quiet ?? 'sed');
    return {
      findings: [ask('7C', wrong, `${show(wrong)} is more than \`sed -n N,Mp\`, which only prints lines`)],
      paths: [],
    };
  }
  const flags = files.filter((word) => word.startsWith('-'));
  return {
    findings: flags.map((word) => ask('7C', word, `${show(word)} is not a flag of \`sed\` that is known to be safe`)),
    paths: files.map((word) => ({ word, use: 'read' })),
  };
}

export const sed: Known = { name: 'sed', does: 'prints lines', form: 'sed -n N[,M]p files', read };
