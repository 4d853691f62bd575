/** Makes a pattern of a quoted text. `…` matches anything, and a blank matches any white space. */
export function quotedText(quoted: string): RegExp {
  const literal = quoted.trim().replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^\\s*${literal.replaceAll(/\s+/g, '\\s+').replaceAll('…', '[^]*')}\\s*$`);
}

/** Replaces `…` in quoted JSON by the actual values, members or items. */
export function filledIn(quoted: string, actual: unknown): unknown {
  const parsed: unknown = JSON.parse(
    quoted
      .replaceAll(/: *…/g, ': "…"')
      .replaceAll(/([{,]\s*)…(\s*\})/g, '$1"…": 0$2')
      .replaceAll(/([[,]\s*)…(\s*\])/g, '$1"…"$2'),
  );
  return fill(parsed, actual);
}

function fill(quoted: unknown, actual: unknown): unknown {
  if (quoted === '…') return actual;
  if (Array.isArray(quoted)) {
    const items = quoted.map((item, index) => fill(item, Array.isArray(actual) ? actual[index] : undefined));
    return quoted.at(-1) === '…' && Array.isArray(actual) ? [...items.slice(0, -1), ...actual.slice(items.length - 1)] : items;
  }
  if (typeof quoted !== 'object' || quoted === null) return quoted;
  const { '…': more, ...members } = quoted as Record<string, unknown>;
  const own = Object(actual) as Record<string, unknown>;
  const filled = Object.fromEntries(Object.entries(members).map(([name, value]) => [name, fill(value, own[name])]));
  return more === undefined ? filled : { ...own, ...filled };
}
