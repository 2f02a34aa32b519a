import { describe, expect, it } from '@jest/globals';
import type { GitHub } from 'github-sandbox';
import { octokit } from 'github-sandbox/testing';
import { Visitor, withPages } from './with-pages.js';

const at = { owner: 'sample', repo: 'tidy-dates', pull_number: 28 };
const as = (github: GitHub, user: string) => octokit(github, github.tokenFor({ user }));

/** What a person reads, without the markup. */
const read = (page: string): string => page.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

/** The first line of the head that the difference of a file shows as new. */
async function firstNewLine(github: GitHub): Promise<{ path: string; line: number }> {
  const { data } = await as(github, 'maya').pulls.listFiles(at);
  const [file] = data;
  const line = Number(/^@@ -\d+(?:,\d+)? \+(\d+)/.exec(file?.patch ?? '')?.[1]);
  return { path: file?.filename ?? '', line };
}

describe('what was said beside lines', () => {
  it('stands in the story of a pull request, with the lines it is about and what was answered', async () => {
    const github = await withPages();
    const place = await firstNewLine(github);
    const comments = [{ ...place, side: 'RIGHT', body: 'Is <b>Monday</b> first?' }];
    await as(github, 'maya').pulls.createReview({ ...at, event: 'COMMENT', body: 'One question.', comments });
    const thread = github.repository('sample/tidy-dates').pulls.find(({ number }) => number === 28)?.threads[0];
    const first = thread?.comments[0];
    if (thread === undefined || first === undefined) throw new Error('nothing was said');
    await as(github, 'noah').pulls.createReplyForReviewComment({ ...at, comment_id: first.id, body: 'Here it is.' });

    const maya = new Visitor(github, 'maya');
    const page = await maya.see('/sample/tidy-dates/pull/28');
    expect(page).toContain(`id="discussion_r${first.id}"`);
    expect(page).not.toContain('<b>Monday');
    const story = ['One question.', `${place.path}:${place.line}`, 'Monday', 'Here it is.'];
    const places = story.map((part) => read(page).lastIndexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(read(page)).not.toContain('noah reviewed');

    thread.line = null;
    expect(read(await maya.see('/sample/tidy-dates/pull/28'))).toContain('the line has changed since');
    thread.resolvedBy = first.author;
    expect(read(await maya.see('/sample/tidy-dates/pull/28'))).toContain('settled by maya');
  });
});
