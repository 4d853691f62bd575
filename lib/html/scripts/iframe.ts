import { html, markupOf } from '../text/html';

/** The content of a frame on another site. */
export interface FrameContent {
  readonly address: string;
  readonly title: string;
  /** The width in pixels; by default the full width. */
  readonly width?: number;
  readonly height: number;
}

/** The iframe element that the author of another site copies. */
export const iframeMarkup = ({ address, title, width, height }: FrameContent): string =>
  markupOf(
    html`<iframe src="${address}" title="${title}" width="${width ?? '100%'}" height="${height}" loading="lazy" style="border:0"></iframe>`,
  );
