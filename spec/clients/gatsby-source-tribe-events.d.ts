declare module 'gatsby-source-tribe-events' {
  /** The part of the Gatsby API that this source plugin uses. */
  interface Gatsby {
    readonly actions: { createNode(node: Readonly<Record<string, unknown>>): void };
    createNodeId(input: string): string;
    createContentDigest(input: object): string;
  }
  /** Reads events, venues, organizers, categories and tags from the site at `baseUrl`, and creates a node for each. */
  export function sourceNodes(gatsby: Gatsby, options: { readonly baseUrl: string; readonly maxEvents?: number }): Promise<void>;
}
