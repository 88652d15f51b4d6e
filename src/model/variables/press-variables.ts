/** The variables that a press sets by itself: the key of the button or of its target, what the person wrote, and who it was. */
export const PRESS_VARIABLES = ['outcome', 'opinions', 'handler'] as const;

export function isOfPress(name: string | undefined): name is (typeof PRESS_VARIABLES)[number] {
  return PRESS_VARIABLES.some((each) => each === name);
}
