// What `crew doctor` says about the check crew/verify: the setting, the workflow that verifies, and the one that concludes checks of forks.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import type { Finding } from '../../adapters/github/doctor-checks.js';

const NAME = 'check crew/verify';
const VERIFY = '.github/workflows/crew-verify.yml';
const SETTLE = '.github/workflows/crew-settle.yml';

/** Whether pull requests are verified, and whether those of forks are too. */
export function checkFindings(root: string, wanted: boolean): readonly Finding[] {
  if (!wanted) return [{ name: NAME, is: 'there', found: 'off, as review.on-pull-requests says' }];
  const [verify, settle] = [VERIFY, SETTLE].map((file) => workflowAt(path.resolve(root, file)));
  const lacks = verify && ['pull_request', 'merge_group'].filter((event) => !(event in verify.on));
  if (!verify || lacks?.includes('pull_request'))
    return [
      limited(
        `${VERIFY} does not start on pull_request`,
        'Run `crew init`, or add the trigger as its template has it.',
      ),
    ];
  const found: readonly Finding[] = [
    ...(lacks?.includes('merge_group')
      ? [
          limited(
            `${VERIFY} does not start on merge_group`,
            'Add the trigger, otherwise a merge queue waits for the check until it times out.',
          ),
        ]
      : []),
    ...(settle && hears(settle.on, verify.name)
      ? []
      : [
          limited(
            settle ? `${SETTLE} does not wait for the workflow "${verify.name}"` : `no ${SETTLE}`,
            'Run `crew init`: without it pull requests of forks and of Dependabot get no check.',
          ),
        ]),
  ];
  return found.length > 0 ? found : [{ name: NAME, is: 'there', found: 'on every pull request' }];
}

const limited = (found: string, remedy: string): Finding => ({ name: NAME, is: 'limited', found, remedy });

type Json = Readonly<Record<string, unknown>>;
const record = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {});

interface Workflow {
  readonly name: string;
  readonly on: Json;
}

function workflowAt(file: string): Workflow | undefined {
  if (!existsSync(file)) return undefined;
  try {
    const { name, on } = record(parse(readFileSync(file, 'utf8')));
    const events = typeof on === 'string' ? [on] : Array.isArray(on) ? on.map(String) : null;
    return { name: String(name), on: events ? Object.fromEntries(events.map((event) => [event, null])) : record(on) };
  } catch {
    return undefined;
  }
}

function hears({ workflow_run: trigger }: Json, name: string): boolean {
  const { workflows } = record(trigger);
  return Array.isArray(workflows) && workflows.includes(name);
}
