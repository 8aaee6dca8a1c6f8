"""
Hides known values in files with other programs: Presidio's image redactor (with Tesseract), PyMuPDF, python-docx and openpyxl.
Reads a request as JSON from each line of standard input, and answers with the seconds that it took.
"""
import json
import sys
import time


def image(source, target, values):
    engine = presidio()
    from PIL import Image
    engine.redact(Image.open(source).convert('RGB'), ocr_kwargs={'lang': 'deu+eng'}, language='en', ad_hoc_recognizers=recognizers(values)).save(target)


def presidio(made=[]):
    if not made:
        import spacy
        from presidio_analyzer import AnalyzerEngine, RecognizerRegistry
        from presidio_analyzer.nlp_engine import SpacyNlpEngine
        from presidio_image_redactor import ImageAnalyzerEngine, ImageRedactorEngine

        nlp = SpacyNlpEngine(models=[{'lang_code': 'en', 'model_name': 'blank'}])
        nlp.nlp = {'en': spacy.blank('en')}
        registry = RecognizerRegistry(recognizers=recognizers(['-']))
        analyzer = AnalyzerEngine(nlp_engine=nlp, registry=registry, supported_languages=['en'])
        made.append(ImageRedactorEngine(image_analyzer_engine=ImageAnalyzerEngine(analyzer_engine=analyzer)))
    return made[0]


def recognizers(values):
    from presidio_analyzer import PatternRecognizer
    return [PatternRecognizer(supported_entity='VALUE', deny_list=values)]


def pdf(source, target, values):
    import pymupdf
    with pymupdf.open(source) as document:
        for page in document:
            for value in values:
                for box in page.search_for(value, quads=True):
                    page.add_redact_annot(box, fill=(0, 0, 0))
            page.apply_redactions()
        document.save(target, garbage=3, deflate=True)


def docx(source, target, values):
    import docx as package
    document = package.Document(source)
    for paragraph in document.paragraphs:
        for run in paragraph.runs:
            for value in values:
                if value in run.text:
                    run.text = run.text.replace(value, '[VALUE]')
    document.save(target)


def xlsx(source, target, values):
    import openpyxl
    book = openpyxl.load_workbook(source)
    for sheet in book:
        for row in sheet.iter_rows():
            for cell in row:
                if isinstance(cell.value, str):
                    for value in values:
                        if value in cell.value:
                            cell.value = cell.value.replace(value, '[VALUE]')
    book.save(target)


ROUTES = {'png': image, 'jpg': image, 'pdf': pdf, 'docx': docx, 'xlsx': xlsx}

for line in sys.stdin:
    request = json.loads(line)
    started = time.perf_counter()
    ROUTES[request['format']](request['source'], request['target'], request['values'])
    seconds = time.perf_counter() - started
    print(json.dumps({'seconds': seconds}), flush=True)
