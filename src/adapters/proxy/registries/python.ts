import { parse } from 'smol-toml';
import type { Manager } from './project.js';

type Table = Readonly<Record<string, unknown>>;

/** uv, Poetry, PDM and Pipenv: indexes in the project's files. The default index is pip's. */
export const python: Manager = async ({ variable, file, own }) => {
  const [project, uvFile, mine, pipfile, lock, pipLock] = await Promise.all([
    file('pyproject.toml'),
    file('uv.toml'),
    own('.config/uv/uv.toml'),
    file('Pipfile'),
    file('uv.lock'),
    file('Pipfile.lock'),
  ]);
  const { uv, poetry, pdm } = table(table(read(project).tool));
  return [
    ...[uv, read(uvFile), read(mine)].map(table).flatMap(uvIndexes),
    ...urlsIn(table(poetry).source),
    ...urlsIn(table(pdm).source),
    ...urlsIn(read(pipfile).source),
    ...urlsIn(table(table(parsedJson(pipLock))._meta).sources),
    ...[...(lock ?? '').matchAll(/\bregistry = "([^"]+)"/g)].map(([, url = '']) => url),
    ...(variable('PDM_PYPI_URL', 'PIPENV_PYPI_MIRROR') ?? '').split(/\s+/),
  ].filter(Boolean);
};

function uvIndexes(settings: Table): readonly string[] {
  const pip = table(settings.pip);
  const single = [settings['index-url'], settings['default-index'], pip['index-url']];
  const more = [settings['extra-index-url'], pip['extra-index-url']].flatMap((each) =>
    Array.isArray(each) ? each : [],
  );
  return [...urlsIn(settings.index), ...[...single, ...more].filter((each) => typeof each === 'string')];
}

const urlsIn = (sources: unknown): readonly string[] =>
  (Array.isArray(sources) ? sources : []).flatMap((source) => {
    const { url } = table(source);
    return typeof url === 'string' ? [url] : [];
  });

const table = (value: unknown): Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

function read(text: string | null): Table {
  try {
    return parse(text ?? '');
  } catch {
    return {}; // the package manager reports an invalid file itself
  }
}

function parsedJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '{}');
  } catch {
    return {};
  }
}
