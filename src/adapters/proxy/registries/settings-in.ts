/** The values of settings in `key = value` files (npm, pip): those whose key fits. Comments and quotes are taken off. */
export function settingsIn(text: string | null, key: RegExp): readonly string[] {
  return (text ?? '').split('\n').flatMap((line) => {
    const [, name = '', value = ''] = /^\s*([^#;=]+?)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    return key.test(name) && value ? [value.replace(/^(["'])(.*)\1$/, '$2')] : [];
  });
}
