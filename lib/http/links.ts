/** The `Link` header of an answer: the root that clients look for, before the links of the answer itself, in one header (DESIGN 7). */
export const linkHeader = (baseUrl: string | undefined, own: string | undefined): string | undefined => {
  const root = baseUrl === undefined ? undefined : `<${baseUrl}/>; rel="https://api.w.org/"`;
  const links = [root, own].filter((link) => link !== undefined && link !== '');
  return links.length === 0 ? undefined : links.join(', ');
};
