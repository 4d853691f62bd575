/** Whether all records have the present layout (`LAYOUT`): until then queries ask for what those of a former one have, too. */
export interface PresentLayout {
  isEverywhere(): boolean;
  /** Notes that it is. */
  note(): void;
}

export function createPresentLayout(): PresentLayout {
  let isEverywhere = false;
  return {
    isEverywhere: () => isEverywhere,
    note() {
      isEverywhere = true;
    },
  };
}
