// What an answer says: one section for each thing that was asked, none twice.
import type { Asked } from '../../commands/parse.js';
import type { Known, RunSummary } from '../../core/workflow.js';
import { messages } from '../../text/lang/index.js';

export interface Facts {
  readonly known: Known;
  readonly issue: number | undefined;
  readonly runs: readonly RunSummary[];
}

function section(asked: Asked, { known, issue, runs }: Facts): string {
  const say = messages(known.lang);
  if ('wrong' in asked) {
    const { found, why, usage = '', meant } = asked.wrong;
    return why.is === 'no-command' ? say.unknownCommand({ found, meant }) : say.wrongCommand({ complaint: why, usage });
  }
  switch (asked.command.name) {
    case 'help':
      return say.help({
        commands: known.built.map(({ usage, summary, access }) => ({
          usage,
          summary: summary[known.lang],
          open: access === 'anyone',
        })),
      });
    case 'status':
      return say.status({ issue, runs });
    default:
      return say.notInThisVersion({ usage: asked.kind.usage, built: known.built.map(({ name }) => `/crew ${name}`) });
  }
}

/** The whole answer. What is wrong with the configuration comes last, so that the answer itself is read first. */
export function answerOf(asked: readonly Asked[], facts: Facts): string {
  const { lang, configFile, problems } = facts.known;
  const broken = problems.length > 0 ? [messages(lang).brokenConfig({ file: configFile, problems })] : [];
  return [...new Set([...asked.map((each) => section(each, facts)), ...broken])].join('\n\n');
}
