"""Writes PDFs by ReportLab, fpdf2, Typst and WeasyPrint, those of them that are here: producers.py <directory> <html directory>."""
import glob
import math
import os
import sys

directory, pages = sys.argv[1:3]
KEPT = "This sentence may be read by everybody"
HAN = "这一句话任何人都可以读到"
LINES = [
    "Lv Xiaoming, X.-M. Lv, Xiaoming LU, LÜ Xiaoming",
    "Corresponding author: xmlv@whut.edu.cn, tel. 138 1234 5678",
    "Wuhan University of Technology, Wuhan 430070, China",
    "ORCID 0000-0002-1825-0097",
]
HAN_LINES = ["作者：吕晓明，欧阳静怡", "单位：武汉理工大学材料科学与工程学院", "呂曉明 吕　晓　明 吕·晓·明"]


def path(name):
    return os.path.join(directory, f"{name}.pdf")


def reportlab():
    from reportlab.lib.pagesizes import A4
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.cidfonts import UnicodeCIDFont
    from reportlab.pdfgen.canvas import Canvas

    pdfmetrics.registerFont(UnicodeCIDFont("STSong-Light"))

    def begin(name, size=A4):
        canvas = Canvas(path(f"reportlab-{name}"), pagesize=size)
        canvas.setFont("Times-Roman", 12)
        canvas.drawString(60, 780, KEPT)
        return canvas

    canvas = begin("plain")
    canvas.setAuthor("吕晓明")
    canvas.setTitle("Lv Xiaoming")
    canvas.setKeywords(["武汉理工大学"])
    for row, line in enumerate(LINES):
        canvas.drawString(60, 740 - row * 20, line)
    canvas.bookmarkPage("LvXiaoming")
    canvas.addOutlineEntry("吕晓明", "LvXiaoming")
    canvas.save()

    canvas = begin("not-embedded")
    canvas.setFont("STSong-Light", 14)
    for row, line in enumerate(HAN_LINES):
        canvas.drawString(60, 740 - row * 24, line)
    canvas.save()

    canvas = begin("curved")
    text = "Lv Xiaoming of Wuhan University of Technology"
    for index, char in enumerate(text):
        angle = math.pi * (1 - index / (len(text) - 1))
        canvas.saveState()
        canvas.translate(300 + 180 * math.cos(angle), 450 + 180 * math.sin(angle))
        canvas.rotate(math.degrees(angle) - 90)
        canvas.drawCentredString(0, 0, char)
        canvas.restoreState()
    canvas.save()

    canvas = begin("angles")
    for step in range(12):
        canvas.saveState()
        canvas.translate(300, 430)
        canvas.rotate(step * 30 + 7)
        canvas.drawString(60, 0, "by Lv Xiaoming, xmlv@whut.edu.cn")
        canvas.restoreState()
    canvas.save()

    canvas = begin("letters-alone")
    for index, char in enumerate("Lv Xiaoming, xmlv@whut.edu.cn"):
        canvas.drawString(60 + index * 13, 700, char)
    for index, char in enumerate("Ouyang Jingyi"):
        canvas.drawString(60, 660 - index * 14, char)
    canvas.save()

    canvas = begin("backwards")
    word = "Lv Xiaoming"
    for index in reversed(range(len(word))):
        canvas.drawString(60 + index * 9, 700, word[index])
    canvas.save()

    canvas = begin("scaled")
    text = canvas.beginText(60, 700)
    text.setHorizScale(40)
    text.textLine("Lv Xiaoming squeezed")
    text.setHorizScale(220)
    text.textLine("Lv Xiaoming wide")
    text.setHorizScale(100)
    text.setRise(6)
    text.textOut("Lv ")
    text.setRise(-4)
    text.textLine("Xiaoming up and down")
    text.setCharSpace(8)
    text.textLine("Lv Xiaoming spaced")
    text.setCharSpace(-2)
    text.textLine("Lv Xiaoming tight")
    canvas.drawText(text)
    canvas.save()

    canvas = begin("modes")
    text = canvas.beginText(60, 700)
    for mode in range(0, 8):
        text.setTextRenderMode(mode)
        text.textLine("by Lv Xiaoming of Wuhan University of Technology")
    canvas.drawText(text)
    canvas.save()

    canvas = begin("columns")
    left = ["The results were obtained by a", "group around the author, Lv", "who wrote it and xmlv@"]
    for row, line in enumerate(left):
        canvas.drawString(60, 700 - row * 16, line)
    for row, line in enumerate(["whut.edu.cn is where to write", "to, says Ouyang", "Jingyi as well"]):
        canvas.drawString(330, 700 - row * 16, line)
    canvas.save()

    canvas = begin("pages")
    canvas.drawString(60, 60, "The whole of it was made by Lv Xiao-")
    canvas.showPage()
    canvas.setFont("Times-Roman", 12)
    canvas.drawString(60, 780, "ming and by no one else in this country")
    canvas.save()

    canvas = begin("turned-page")
    canvas.setPageRotation(90)
    for row, line in enumerate(LINES):
        canvas.drawString(60, 740 - row * 20, line)
    canvas.save()

    canvas = begin("form-object")
    canvas.beginForm("head")
    canvas.setFont("Times-Roman", 10)
    canvas.drawString(0, 0, "Lv Xiaoming: A paper")
    canvas.endForm()
    for row in range(3):
        canvas.saveState()
        canvas.translate(60, 700 - row * 100)
        canvas.scale(1 + row, 1 + row)
        canvas.doForm("head")
        canvas.restoreState()
    canvas.save()

    canvas = begin("clipped")
    clip = canvas.beginPath()
    clip.rect(60, 690, 30, 30)
    canvas.saveState()
    canvas.clipPath(clip, stroke=0)
    canvas.drawString(60, 700, "Lv Xiaoming behind a clip")
    canvas.restoreState()
    canvas.setFillColorRGB(1, 1, 1)
    canvas.drawString(60, 660, "Lv Xiaoming in white")
    canvas.setFillColorRGB(0, 0, 0)
    canvas.drawString(60, 620, "Lv Xiaoming under a box")
    canvas.rect(55, 610, 200, 20, fill=1)
    canvas.drawString(-200, 500, "Lv Xiaoming beside the page")
    canvas.save()


def fpdf():
    from fpdf import FPDF

    pdf = FPDF()
    pdf.set_author("Lv Xiaoming")
    pdf.add_page()
    pdf.set_font("Times", size=12)
    pdf.cell(text=KEPT, new_x="LMARGIN", new_y="NEXT")
    for line in LINES:
        pdf.multi_cell(0, text=line, new_x="LMARGIN", new_y="NEXT")
    with pdf.local_context():
        pdf.set_font(style="BU")
        pdf.cell(text="Lv Xiaoming, underlined", new_x="LMARGIN", new_y="NEXT")
    with pdf.table() as table:
        for cells in (("Name", "Lv Xiaoming"), ("Mail", "xmlv@whut.edu.cn")):
            row = table.row()
            for cell in cells:
                row.cell(cell)
    pdf.multi_cell(40, text="It was all done by Lv Xiaoming and Ouyang Jingyi at Wuhan University of Technology")
    pdf.output(path("fpdf2-plain"))


def typst():
    import typst

    source = f"""
#set document(author: "吕晓明", title: "Lv Xiaoming")
#set page(header: [吕晓明：论文], footer: [武汉理工大学])
#set text(font: "Noto Serif CJK SC")
{KEPT}，{HAN}。
= 吕晓明 <LvXiaoming>
{chr(10).join(line.replace("@", chr(92) + "@") + chr(10) for line in LINES + HAN_LINES)}
#columns(2)[#lorem(60) 由吕晓明完成 #lorem(60)]
#rotate(40deg)[吕晓明 武汉理工大学]
#text(tracking: 5pt)[吕晓明 Lv Xiaoming]
#box(width: 3em)[吕晓明著]
#footnote[通讯作者 xmlv\\@whut.edu.cn]
#place(bottom, text(fill: white)[吕晓明])
"""
    for standard in ("1.7", "ua-1"):
        try:
            typst.compile(source.encode(), output=path(f"typst-{standard}"), pdf_standards=[standard])
        except Exception as error:
            print("typst", standard, str(error)[:200])


def weasyprint():
    from weasyprint import HTML

    for page in sorted(glob.glob(os.path.join(pages, "*.html"))):
        name = os.path.basename(page)[:-5]
        HTML(page).write_pdf(path(f"weasyprint-{name}"), pdf_tags=True)


for make in (reportlab, fpdf, typst, weasyprint):
    try:
        make()
    except ImportError as error:
        print("without", error)
