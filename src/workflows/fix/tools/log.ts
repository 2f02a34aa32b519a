import * as z from 'zod';
import type { Open } from '../../../agent/gate.js';
import * as kinds from '../../../agent/tools/kinds.js';
import { read } from '../../../agent/tools/read.js';
import type { Workspace } from '../../../ports/index.js';

const input = z.strictObject({
  run_id: z
    .string()
    .regex(/^[\w-]{1,100}$/)
    .describe('the verification'),
  log: z
    .string()
    .regex(/^[\w][\w.-]{0,199}$/)
    .describe('the name of its log'),
  from: kinds.count(1_000_000_000).optional().describe('the first line, from 1'),
  lines: kinds.count(2_000).optional().describe('how many lines; 1000 unless told'),
});

/** Shows a log of a verification, as `read` shows a file of the tree. */
export const log = (evidence: () => Promise<Workspace>): Open<z.output<typeof input>> => ({
  name: 'log',
  description: 'Shows the log of a verification, each line after its number and a tab. Of a long log name a range.',
  input,
  reads: true,
  // The Verifier's own folder, which no gate knows: what may be named of it is decided by the schema.
  touches: () => [],
  act: ({ run_id, log: name, ...range }, at) =>
    evidence().then((workspace) => read.act({ ...range, path: `${run_id}/${name}` }, { ...at, workspace })),
});
