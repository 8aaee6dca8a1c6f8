import type { CompanyWords, PlaceWords } from '../../language-words';

export const SPANISH_COMPANIES: CompanyWords = {
  forms:
    'S\\. ?A\\.(?: de C\\. ?V\\.)?;S\\. ?A\\. ?U\\.;SA;S\\. ?L\\.(?: ?[UP]\\.)?;SL;SLU;S\\. ?R\\. ?L\\.;S\\. ?C\\.;SRL;Hnos\\.?;y Cía\\.?;e Hijos;S\\. de R\\.L\\.(?: de C\\.V\\.)?',
  heads:
    'Universidad(?: de| del| Autónoma de)?;Hospital(?: Universitario| General)?(?: de)?;Ayuntamiento de;Ministerio de;Juzgado de;Tribunal;Banco(?: de)?;Colegio;Instituto;IES;CEIP;Fundación;Clínica;Consejería de;Diputación de;Audiencia Provincial de;Talleres;Construcciones;Transportes;Farmacia;Restaurante;Hotel;Bodegas?;Asociación;Cooperativa;Comunidad de Propietarios;Centro de Salud;Seguros;Grupo;Editorial;Gestoría;Autocares;Cámara de Comercio de',
  announcing:
    '[Ee]mpresa;[Ss]ociedad;mercantil',
  elsewhere: 'en;y;o;con;para;a',
  within:
    'de;del;de la;de las;de los;y;e;la;el;i;&',
  articles:
    'el la los las un una de del en con por para al',
};

export const SPANISH_PLACES: PlaceWords = { leading: 'en' };
