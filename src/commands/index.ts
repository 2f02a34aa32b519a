// The list of slash commands, in the order of help, with the type of a command. Used by parse.ts, src/runs, src/view and src/workflows. To
// add a command, add its file and a line here.
import { answer } from './answer.js';
import { apply } from './apply.js';
import { approve } from './approve.js';
import { ask } from './ask.js';
import { build } from './build.js';
import { cancel } from './cancel.js';
import { continueCommand } from './continue.js';
import { defer } from './defer.js';
import { facilitate } from './facilitate.js';
import { fix } from './fix.js';
import { forget } from './forget.js';
import { help } from './help.js';
import { plan } from './plan.js';
import { profile } from './profile.js';
import { quiet } from './quiet.js';
import { reject } from './reject.js';
import { retrospect } from './retrospect.js';
import { retry } from './retry.js';
import { review } from './review.js';
import { select } from './select.js';
import { status } from './status.js';
import { task } from './task.js';
import { wake } from './wake.js';
import { write } from './write.js';

const list = [
  help,
  status,
  facilitate,
  quiet,
  wake,
  ask,
  plan,
  fix,
  review,
  apply,
  build,
  write,
  task,
  select,
  answer,
  approve,
  reject,
  defer,
  profile,
  forget,
  continueCommand,
  retry,
  cancel,
  retrospect,
] as const;

type ListedCommand = (typeof list)[number];
type CommandOf<K> = K extends { name: infer N; read: (reading: never) => infer R }
  ? { readonly name: N; readonly args: Extract<R, { args: unknown }>['args'] }
  : never;

/** A parsed command: its name, and arguments of its own type. */
export type Command = CommandOf<ListedCommand>;
export type CommandName = Command['name'];
/** A command of the list, which parses and describes itself. */
export type CommandDefinition = ListedCommand;

export const commands: readonly CommandDefinition[] = list;

/** What help shows of a command. */
export type CommandInfo = Pick<
  CommandDefinition,
  'name' | 'usage' | 'summary' | 'explained' | 'example' | 'terminalExample' | 'access'
>;
