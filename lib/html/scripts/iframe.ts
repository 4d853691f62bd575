import { html, markupOf } from '../text/html';

/** What a frame of another site shows of ours. */
export interface FrameContent {
  readonly address: string;
  readonly title: string;
  /** In pixels; as wide as there is room unless given. */
  readonly width?: number;
  readonly height: number;
}

/** The element that shows a page of ours in a page of another site, as its author copies it. */
export const iframeMarkup = ({ address, title, width, height }: FrameContent): string =>
  markupOf(
    html`<iframe src="${address}" title="${title}" width="${width ?? '100%'}" height="${height}" loading="lazy" style="border:0"></iframe>`,
  );
