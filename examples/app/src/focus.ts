import { useEffect, useRef } from 'react';

/** Brings an element into view, with the focus, when it appears. */
export function useFocus<Kind extends HTMLElement>() {
  const element = useRef<Kind>(null);
  useEffect(() => element.current?.focus(), []);
  return element;
}
