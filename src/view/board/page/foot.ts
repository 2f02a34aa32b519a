import { groupBy } from '../group-by.js';
import { type Markup, markup } from './markup.js';
import type { Showing } from './showing.js';

/** Who can work here, and what this look did and took. */
export function foot({ report, say }: Showing): Markup {
  const { agents, problems } = report.registry;
  const kinds = [...groupBy(report.coverage.notIssues, ({ kind }) => kind)];
  const who = agents.map(
    ({ name, description, capabilities, inferred }) =>
      markup`<li title="${description}">${say.agent({ name, capabilities, inferred: inferred === true })}</li>`,
  );
  return markup`<footer class="colophon"><div class="wide"><section><h2>${say.heading.agents}</h2>
<ul>${who.length > 0 ? who : markup`<li>${say.noAgents}</li>`}${problems.map(({ path, message }) => markup`<li class="bad"><code>${path}</code>: ${message}</li>`)}</ul></section>
<section><h2>${say.heading.run}</h2><ul><li>${say.observed(report.observedAt)}.</li><li>${say.written(report.changes)}</li><li>${say.cost(report.cost)}</li>
${kinds.length > 0 && markup`<li>${say.notWork(kinds.map(([kind, { length: count }]) => ({ kind, count })))}</li>`}</ul></section></div></footer>`;
}
