// Verifies a project with artifacts in a folder, for a test that kills it: a line as soon as the first step has begun to print.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { folderArtifacts } from '../../../src/adapters/artifacts/index.js';
import { systemClock } from '../../../src/adapters/clock.js';
import { openUnsandboxed } from '../../../src/adapters/sandbox/unsandboxed.js';
import { detect } from '../../../src/verify/detect/index.js';
import { verify } from '../../../src/verify/pipeline/index.js';

const [root = '', artifacts = ''] = process.argv.slice(2);
const hasBegun = (): boolean =>
  readdirSync(artifacts).some((id) =>
    readdirSync(path.join(artifacts, id)).some((log) => statSync(path.join(artifacts, id, log)).size > 0),
  );
const watch = setInterval(() => {
  if (hasBegun()) {
    clearInterval(watch);
    console.log('begun');
  }
}, 10);

const tree = { files: ['Makefile'], text: () => readFileSync(path.join(root, 'Makefile'), 'utf8'), has: () => false };
await verify({
  root,
  steps: detect(tree, { setup: [], steps: [] }).steps,
  ref: 'baseline',
  commit: null,
  dirty: false,
  sandbox: await openUnsandboxed({ PATH: process.env.PATH }),
  clock: systemClock(),
  artifacts: folderArtifacts(artifacts),
});
