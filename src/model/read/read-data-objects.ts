import { findExtensions } from '../moddle/extension.ts';
import { elementsOf, type ModdleElement, textOf } from '../moddle/moddle-element.ts';
import type { UnresolvedReference } from '../moddle/settle-references.ts';
import type { FormDefault } from '../process-model.ts';
import type { ExpressionReader } from './expression-reader.ts';
import { typeOfDefault } from './read-form-defaults.ts';

/**
 * The data objects of a process that have a value: in Flowable and Activiti each is a variable with that value from the
 * start. In plain BPMN they are only drawn.
 */
export function readDataObjects(
  process: ModdleElement,
  expressions: ExpressionReader,
  unresolved: readonly UnresolvedReference[],
): readonly FormDefault[] {
  return elementsOf(process, 'flowElements')
    .filter(({ $type }) => $type === 'bpmn:DataObject')
    .flatMap((object) => {
      const variable = textOf(object, 'name') ?? object.id;
      const [given] = (['flowable', 'activiti'] as const).flatMap((vendor) => findExtensions(object, vendor, 'value'));
      if (variable === undefined || given?.text === undefined) return [];
      const value = expressions.read(given.text, object.id ?? variable, `the value of ${variable}`);
      return [{ variable, type: typeOfDefault(itemTypeOf(object, unresolved)), value }];
    });
}

/** `xsd:int` names no element of the file. */
function itemTypeOf(object: ModdleElement, unresolved: readonly UnresolvedReference[]): string | undefined {
  const type = unresolved.find(({ element, property }) => element === object && property === 'itemSubjectRef');
  return type?.id.replace(/^.*:/, '');
}
