const compiled = new Map<string, RegExp>();

/** The regular expression of a `pattern`, with the `u` flag as in the CMS, compiled once for the life of the process; throws a SyntaxError. */
export const patternOf = (source: string): RegExp => {
  const known = compiled.get(source);
  if (known !== undefined) return known;
  const made = new RegExp(source, 'u');
  compiled.set(source, made);
  return made;
};
