declare module 'gatsby-source-tribe-events' {
  /** What Gatsby hands to a source, as far as this one uses it. */
  interface Gatsby {
    readonly actions: { createNode(node: Readonly<Record<string, unknown>>): void };
    createNodeId(input: string): string;
    createContentDigest(input: object): string;
  }
  /** Reads events, venues, organizers, categories and tags from the site at `baseUrl`, and makes a node of each. */
  export function sourceNodes(gatsby: Gatsby, options: { readonly baseUrl: string; readonly maxEvents?: number }): Promise<void>;
}
