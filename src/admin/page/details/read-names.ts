/** The names of the nodes of a diagram by their ids; none if the file cannot be parsed. */
export function readNames(xml: string): ReadonlyMap<string, string> {
  const elements = new DOMParser().parseFromString(xml, 'text/xml').querySelectorAll('[id][name]');
  return new Map(
    [...elements].flatMap((element) => {
      const name = element.getAttribute('name')?.trim() ?? '';
      return name === '' ? [] : [[element.id, name] as const];
    }),
  );
}
