import { useEffect, useState } from 'react';
import type { PictureState } from './checklist';

/** Loads each picture once to find out which ones are broken. */
export function usePictureStates(addresses: readonly string[]): ReadonlyMap<string, PictureState> {
  const [states, setStates] = useState<ReadonlyMap<string, PictureState>>(new Map());
  const unknown = addresses.filter((address) => !states.has(address)).join('\n');
  useEffect(() => {
    let isCurrent = true;
    const note = (address: string, state: PictureState) => {
      if (isCurrent) setStates((before) => new Map(before).set(address, state));
    };
    for (const address of unknown.split('\n').filter(Boolean)) {
      const picture = new Image();
      picture.onload = () => note(address, 'loads');
      picture.onerror = () => note(address, 'broken');
      picture.src = address;
    }
    return () => {
      isCurrent = false;
    };
  }, [unknown]);
  return states;
}
