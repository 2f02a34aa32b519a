import { ask } from '../finding.js';
import { show } from '../show.js';
import { type Call, known } from './grammar.js';

const STEPS = /^(?:\.|(?:\.[A-Za-z_]\w*|\.?\["[^"\\]*"\]|\.?\[\d*\])+(?:\s*\|\s*(?:keys|length|type))?)$/;

/** jq programs can read the environment and other files, so only plain paths into the document are allowed. */
export const jq = known('jq', {
  does: 'prints a part of a JSON file',
  flags:
    '-rcSMCje --raw-output --compact-output --sort-keys --monochrome-output --color-output --join-output --exit-status --tab',
  operands: 'text read*',
  danger: {
    '-L': 'loads modules',
    '-f': 'reads its program from a file',
    '-n': 'needs no file',
    '--from-file': 'reads its program from a file',
  },
  also: ({ operands: [filter = ''] }: Call) =>
    STEPS.test(filter) ? [] : [ask('7C', filter, `${show(filter)} is more than a path into a document`)],
});
