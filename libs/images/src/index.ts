/** Images that a provider generates from anonymized prompts. They are stored encrypted and served by signed links. */
export { GenerateImage, type GeneratedImage } from './generate-image';
export { ImageGenerator, imageType, type ImageOptions } from './image-generator';
export { ImageLinks, ReadImage } from './image-links';
export { ImagesModule } from './images.module';
