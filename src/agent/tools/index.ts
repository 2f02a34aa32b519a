// The list of tools that roles can name, for the workflows that run agents. To add a tool, write a file and its test, and add a line here.
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

export interface ToolOptions {
  readonly net: Web;
  /** Stores outputs that are too long to show. Without it only the shown part remains. */
  readonly storeOutput?: (() => OutputFile) | undefined;
  /** Tools of the configured MCP servers. */
  readonly remote?: readonly RemoteTool[] | undefined;
}

/** All tools that a role can name. */
export function toolsFor({ net, storeOutput, remote: remoteTools = [] }: ToolOptions): readonly Tool[] {
  return [
    guarded(read),
    guarded(list),
    guarded(glob),
    guarded(search),
    guarded(edit),
    guarded(write),
    guarded(shell(storeOutput)),
    guarded(fetch(net)),
    guarded(askPerson),
    ...remoteTools.map((tool) => guarded(remote(tool)) as Tool),
  ];
}
