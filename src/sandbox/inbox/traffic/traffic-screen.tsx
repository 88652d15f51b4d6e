import type { TrafficPlace } from '../routes.ts';

export function TrafficScreen({ place }: { readonly place: TrafficPlace }) {
  return <p>{place.view}</p>;
}
