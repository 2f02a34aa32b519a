// The list of tools that roles can name. To add a tool, write a file and its test, and add a line here.
import type { OutputFile, RemoteTool, Web } from '../../ports/index.js';
import { guarded } from '../guarded-tool.js';
import type { Tool } from '../tool.js';
import { askPerson } from './ask-person.js';
import { edit } from './edit.js';
import { fetch } from './fetch.js';
import { glob } from './glob.js';
import { list } from './list.js';
import { read } from './read.js';
import { remote } from './remote.js';
import { search } from './search.js';
import { shell } from './shell.js';
import { write } from './write.js';

export interface ToolsNeed {
  readonly net: Web;
  /** Stores outputs that are too long to show. Without it only the shown part remains. */
  readonly keep?: (() => OutputFile) | undefined;
  /** Tools of MCP servers; `withRemote` adds their names to a role. */
  readonly remote?: readonly RemoteTool[] | undefined;
}

/** All tools that a role can name. */
export function toolsFor({ net, keep, remote: others = [] }: ToolsNeed): readonly Tool[] {
  return [
    guarded(read),
    guarded(list),
    guarded(glob),
    guarded(search),
    guarded(edit),
    guarded(write),
    guarded(shell(keep)),
    guarded(fetch(net)),
    guarded(askPerson),
    ...others.map((tool) => guarded(remote(tool)) as Tool),
  ];
}
