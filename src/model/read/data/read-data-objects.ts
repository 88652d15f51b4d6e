import { findExtensions } from '../../moddle/extension.ts';
import { elementsOf, type ModdleElement, textOf } from '../../moddle/moddle-element.ts';
import type { UnresolvedReference } from '../../moddle/resolve-references.ts';
import type { FormDefault } from '../../nodes/task-node.ts';
import type { ExpressionReader } from '../expression-reader.ts';
import { typeOfDefault } from '../tasks/read-form-defaults.ts';

/**
 * The data objects of a process that have a value. In Flowable and Activiti each is a variable that is set when the
 * process starts; in plain BPMN data objects are documentation.
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

/** A type such as `xsd:int` is an unresolved reference, because the file has no such element. */
function itemTypeOf(object: ModdleElement, unresolved: readonly UnresolvedReference[]): string | undefined {
  const type = unresolved.find(({ element, property }) => element === object && property === 'itemSubjectRef');
  return type?.id.replace(/^.*:/, '');
}
