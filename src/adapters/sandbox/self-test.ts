// Tests from inside that a new sandbox isolates what it should. The pool runs it.

import { stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Sandbox } from '../../ports/index.js';
import { LevelUnavailable } from './system-programs.js';

const TIMEOUT_MS = 20_000;

/**
 * Runs a command in the sandbox that checks the isolation. A sandbox counts as sealed only after this test, not because of a program's
 * version. `outsideFolder` is a folder of the machine that the sandbox must not see.
 */
export async function selfTest(
  sandbox: Sandbox,
  { root, outsideFolder }: { readonly root: string; readonly outsideFolder: string },
): Promise<void> {
  const outsideFile = path.join(outsideFolder, 'outside');
  await writeFile(outsideFile, 'outside', { mode: 0o644 });
  const before = await stat(root);
  let output = '';
  const onOutput = (chunk: Uint8Array) => {
    output += Buffer.from(chunk).toString();
  };
  const line = `${CHECKS}\nexit $bad`;
  const result = await sandbox.run({
    line,
    cwd: root,
    env: { CREW_OUTSIDE: outsideFile },
    timeoutMs: TIMEOUT_MS,
    onOutput,
  });
  const after = await stat(root);
  if (!result.started || result.exit !== 0 || before.ino !== after.ino)
    throw new LevelUnavailable({
      found: output.trim().split('\n')[0] || 'its shell did not start',
      remedy: 'Report this: the sandbox started, but it does not isolate.',
    });
}

/** Each check prints one line on failure. They use only bash builtins, since other programs may be missing. */
const CHECKS = `bad=0
no() { echo "$1"; bad=1; }
[ -e "$CREW_OUTSIDE" ] && no 'files outside are visible'
[ -w . ] || no 'the tree cannot be written to'
{ : > .git/crew-test; } 2>/dev/null && no '.git can be written to'
{ : > /usr/crew-test; } 2>/dev/null && no '/usr can be written to'
{ : > /etc/crew-test; } 2>/dev/null && no '/etc can be written to'
{ : > /crew-test; } 2>/dev/null && no '/ can be written to'
for each in sys/kernel/core_pattern sysrq-trigger; do [ -w /proc/$each ] && no "the kernel's settings can be written to"; done
while read -r device _; do case $device in Inter-*|face*|lo:*) ;; *) no "there is a network device, $device" ;; esac; done < /proc/net/dev
n=0; for each in /proc/[0-9]*; do n=$((n + 1)); done
[ "$n" -le 8 ] || no 'processes outside are visible'
while read -r key value _; do [ "$key" = CapEff: ] && [ "\${value//0/}" != '' ] && no 'commands have capabilities'; done < /proc/self/status
while read -r key value _; do [ "$key" = NoNewPrivs: ] && [ "$value" != 1 ] && no 'commands can gain privileges'; done < /proc/self/status`;
