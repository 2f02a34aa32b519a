// The process that bench/verify.mjs measures: verifies a folder, and prints its times and its peak memory.
// usage: node BUNDLE ROOT ARTIFACTS
import { folderArtifacts } from '../src/adapters/artifacts/index.js';
import { systemClock } from '../src/adapters/clock.js';
import { openUnsandboxed } from '../src/adapters/sandbox/unsandboxed.js';
import { openWorkspace } from '../src/adapters/workspace/index.js';
import { detect, readTree } from '../src/verify/detect/index.js';
import { verify } from '../src/verify/pipeline/index.js';

const [root = '', artifacts = ''] = process.argv.slice(2);
const began = performance.now();
const sandbox = await openUnsandboxed({ PATH: process.env.PATH });
const { steps } = detect(await readTree(openWorkspace(root)), { setup: [], steps: [] });
const record = await verify({
  ...{ root, steps, ref: 'baseline', commit: null, dirty: false, sandbox },
  ...{ clock: systemClock(), artifacts: folderArtifacts(artifacts) },
});
await sandbox.close();
const own = performance.now() - began;
const commands = record?.steps.reduce((sum, { ms }) => sum + ms, 0);
console.log(JSON.stringify({ status: record?.status, own, commands, maxRss: process.resourceUsage().maxRSS }));
