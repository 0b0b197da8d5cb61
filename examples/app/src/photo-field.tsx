import { useState, type ChangeEvent } from 'react';

/** The longest side of a photo that is sent, in pixels. */
const longestSide = 480;

interface PhotoFieldProps {
  readonly id: string;
  readonly required: boolean;
  readonly value: string;
  readonly invalid: boolean;
  readonly onChange: (dataUrl: string) => void;
}

/** Chooses a photo from the device, and makes it small enough to be sent in a mutation. */
export function PhotoField({ id, required, value, invalid, onChange }: PhotoFieldProps) {
  const [unreadable, setUnreadable] = useState(false);
  const choose = ({ target: { files } }: ChangeEvent<HTMLInputElement>) => {
    const [file] = files ?? [];
    if (!file) return;
    reduced(file).then(
      (dataUrl) => (setUnreadable(false), onChange(dataUrl)),
      () => setUnreadable(true),
    );
  };
  return (
    <>
      <input
        id={id}
        type="file"
        accept="image/*"
        required={required}
        aria-invalid={invalid || unreadable}
        aria-describedby={`${id}-problem`}
        onChange={choose}
      />
      {unreadable && (
        <p className="bad" role="alert">
          This file is no picture that the browser can read.
        </p>
      )}
      {value && (
        <p className="row">
          <img className="photo" src={value} alt="The chosen picture" width={96} height={96} />
        </p>
      )}
    </>
  );
}

/** The picture as a JPEG of at most 480 pixels a side, in a data address. @throws DOMException if the file is no picture */
async function reduced(file: File): Promise<string> {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [Math.max(1, Math.round(bitmap.width * scale)), Math.max(1, Math.round(bitmap.height * scale))];
  const context = canvas.getContext('2d')!;
  // JPEG has no transparency.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return canvas.toDataURL('image/jpeg', 0.85);
}
