/** The link to the root of a language, spelt just as clients look for it. */
export const rootLink = (baseUrl: string): string => `<${baseUrl}/>; rel="https://api.w.org/"`;

/** The `Link` header of an answer: the root that clients look for, before the links of the answer itself, in one header. */
export const linkHeader = (baseUrl: string | undefined, own: string | undefined): string | undefined => {
  const links = [baseUrl === undefined ? undefined : rootLink(baseUrl), own].filter((link) => link !== undefined && link !== '');
  return links.length === 0 ? undefined : links.join(', ');
};
