// Parses the workflow commands that a step prints, such as `::error::`. Used by run/spawn-step.

import type { Annotation } from '../model.js';

/** The meaning of an output line. */
type OutputLine =
  | { kind: 'text'; text: string }
  | { kind: 'silence' }
  | { kind: 'mask'; value: string }
  | { kind: 'annotation'; annotation: Annotation }
  | { kind: 'stop'; token: string }
  | { kind: 'resume' }
  | { kind: 'deprecated'; command: string };

/** Deprecated commands; supporting them would hide that an action is outdated. */
const DEPRECATED = ['set-env', 'add-path', 'set-output', 'save-state'];

/** Parses one line. While commands are stopped, only the resume token counts. */
export function readLine(line: string, stoppedBy: string | null): OutputLine {
  const match = /^\s*::([\w-]+)(?: ([^:]*(?::(?!:)[^:]*)*))?::(.*)$/s.exec(line);
  const [, command = '', properties = '', rest = ''] = match ?? [];
  if (stoppedBy !== null) return line.trim() === `::${stoppedBy}::` ? { kind: 'resume' } : { kind: 'text', text: line };
  if (match === null) return { kind: 'text', text: line };
  const value = unescapeData(rest);
  switch (command) {
    case 'add-mask':
      return { kind: 'mask', value };
    case 'error':
    case 'warning':
    case 'notice':
      return { kind: 'annotation', annotation: annotationOf({ level: command, message: value, properties }) };
    case 'stop-commands':
      return { kind: 'stop', token: value };
    case 'debug':
    case 'echo':
    case 'add-matcher':
    case 'remove-matcher':
      return { kind: 'silence' };
    case 'group':
      return { kind: 'text', text: `▾ ${value}` };
    case 'endgroup':
      return { kind: 'silence' };
    default:
      return DEPRECATED.includes(command) ? { kind: 'deprecated', command } : { kind: 'text', text: line };
  }
}

function annotationOf({
  level,
  message,
  properties,
}: {
  level: Annotation['level'];
  message: string;
  properties: string;
}): Annotation {
  const named = Object.fromEntries(
    properties.split(',').map((pair) => {
      const [key = '', ...value] = pair.split('=');
      return [key.trim(), unescapeProperty(value.join('='))];
    }),
  );
  const line = Number(named.line);
  return {
    level,
    message,
    ...(named.title ? { title: named.title } : {}),
    ...(named.file ? { file: named.file } : {}),
    ...(Number.isInteger(line) && line > 0 ? { line } : {}),
  };
}

/** The percent sign is unescaped last; otherwise `%250A` would become a line break. */
function unescapeData(text: string): string {
  return text.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%');
}

function unescapeProperty(text: string): string {
  return unescapeData(text.replaceAll('%3A', ':').replaceAll('%2C', ','));
}
